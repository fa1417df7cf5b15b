#if Server
    import DatasyncServer

    /// A certificate of its own for the name `localhost`, valid for a hundred years; it protects nothing.
    enum TestCertificate {
        static let certificate = """
            -----BEGIN CERTIFICATE-----
            MIIBlTCCATugAwIBAgIUX0puhU5bgabMdq2Be5uKoIvHK+cwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEyNTczMFoYDzIxMjYxMDI5
            MTI1NzMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAAS2wNx4pN9qTpFvRoijT7T7+ABe669zu85sPbQzDLYK+6M/MlcTBIjc
            zJPEHTCXInRVWkHlvEgNNtcFmRg5G82po2kwZzAdBgNVHQ4EFgQUlIs0z53v9ZDz
            ySoFHjpCV2gD/LowHwYDVR0jBBgwFoAUlIs0z53v9ZDzySoFHjpCV2gD/LowDwYD
            VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
            SAAwRQIhALpZf8eDH17w65eawecvcilD+Vb3bEWgShjHSCG9ZK5ZAiBfI0QSEpQJ
            qlrUs4JC/PPY3wbUpP0oAlgpUSZkuNg61Q==
            -----END CERTIFICATE-----
            """

        static let key = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt4SMxFA5QKqQS/jY
            rx1lIaBRFi4tBf9w+q62oKKyRaShRANCAAS2wNx4pN9qTpFvRoijT7T7+ABe669z
            u85sPbQzDLYK+6M/MlcTBIjczJPEHTCXInRVWkHlvEgNNtcFmRg5G82p
            -----END PRIVATE KEY-----
            """

        static let identity = TLSIdentity(certificates: certificate, privateKey: key)
    }
#endif
