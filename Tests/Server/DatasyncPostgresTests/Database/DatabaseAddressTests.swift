#if Postgres
    import DatasyncLog
    import Testing

    @testable import DatasyncPostgres

    @Suite("The URL of a database")
    struct DatabaseAddressTests {
        @Test(
            "[postgres 25] the certificate and its name are checked, unless all hosts are this machine or the URL says otherwise",
            arguments: [
                ("db.example", "verify-full"), ("127.0.0.1", nil), ("localhost", nil), ("[::1]", nil),
                ("127.0.0.1.example", "verify-full"), ("127.0.0.1,db.example", "verify-full"),
                ("10.0.0.1", "verify-full"),
                ("%2Frun%2Fpostgresql", nil),
            ])
        func encryption(host: String, mode: String?) throws {
            let address = try DatabaseAddress("postgresql://a:b@\(host)/shop")
            #expect(address.parameters["sslmode"] == mode)
            let explicit = try DatabaseAddress("postgresql://a:b@\(host)/shop?sslmode=require")
            #expect(explicit.parameters["sslmode"] == "require")
        }

        @Test("[postgres 25] the address that is connected to counts, and not the name for it")
        func hostAddress() throws {
            let address = try DatabaseAddress("postgresql://localhost/shop?hostaddr=192.0.2.1")
            #expect(address.parameters["sslmode"] == "verify-full")
        }

        @Test("[postgres 26] several hosts are searched for the one that takes writes; dead connections are noticed")
        func parameters() throws {
            let address = try DatabaseAddress("postgresql://a@one.example,two.example:6432/shop")
            #expect(address.parameters["target_session_attrs"] == "read-write")
            #expect(address.parameters["tcp_user_timeout"] == "10000")
            #expect(address.parameters["keepalives"] == "1")
            #expect(address.parameters["application_name"] == "datasync")
            let other = try DatabaseAddress("postgresql://one.example/shop?application_name=x&tcp_user_timeout=5")
            #expect(other.parameters["target_session_attrs"] == nil)
            #expect(other.parameters["application_name"] == "x")
            #expect(other.parameters["tcp_user_timeout"] == "5")
        }

        @Test(
            "[postgres 25] a URL that cannot be read is not quoted",
            arguments: [
                "postgresql://a:secret@h:port/x", "postgresql://a:secret@[h/x", "host=h password=secret", "secret", "",
                "postgresql://a:secret@/x", "postgresql://a:secret@h/x?unknown=1",
                "postgresql://a:x@secret@h/x", "postgresql://a:secret/y@h/x", "postgresql://a:1/secret@h/x",
            ])
        func unreadable(url: String) throws {
            let error = #expect(throws: LogError.self) { try DatabaseAddress(url) }
            #expect(error?.code == .invalidOption)
            #expect(error?.message.contains("secret") == false)
            #expect(error?.message.contains("postgresql://USER:PASSWORD@HOST:PORT/DATABASE") == true)
        }

        @Test("[postgres 25] a description has no password, and it is removed from messages")
        func secrets() throws {
            let address = try DatabaseAddress("postgresql://ann:p%40ss@db.example:6432/shop")
            #expect("\(address)" == "shop at db.example, port 6432")
            #expect(address.redacted("password p@ss of ann") == "password … of ann")
            #expect(DatabaseFailure("is p@ss right?").error(at: address).message.contains("is … right?"))
        }

        @Test("[postgres 5] only an error that the database reports for the statement itself leaves no doubt")
        func outcomes() {
            let outcomes: [(String, String, DatabaseFailure.Outcome)] = [
                ("ERROR", "40001", .repeatable), ("ERROR", "40P01", .repeatable), ("ERROR", "40003", .unknown),
                ("ERROR", "42P01", .none), ("ERROR", "53100", .none), ("ERROR", "57014", .unknown),
                ("FATAL", "57P01", .unknown), ("FATAL", "08P01", .unknown), ("ERROR", "58030", .unknown),
                ("ERROR", "XX000", .unknown), ("PANIC", "53100", .unknown),
            ]
            for (severity, state, outcome) in outcomes {
                #expect(
                    DatabaseFailure(severity: severity, state: state, text: "").outcome == outcome,
                    "\(severity) \(state)")
            }
            #expect(DatabaseFailure("gone").outcome == .unknown)
        }
    }
#endif
