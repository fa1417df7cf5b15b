#if Server
    import DatasyncServer

    /// Certificates of their own for the name `localhost`, valid for a hundred years; they protect nothing.
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

        /// The certificate that replaces the first one.
        static let nextCertificate = """
            -----BEGIN CERTIFICATE-----
            MIIBlTCCATugAwIBAgIUTeUll/Ni3EcL4M8F4S+FqRa6oREwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzA1NDUxM1oYDzIxMjYxMDMw
            MDU0NTEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAAQE0ZPXmxVu1N/jdj7RFTOYhJfE64oFrtZqvCfr7NJgq8/OVOPFwjaF
            KUVKo1Jlu60RXDF0yMIw5Jd1Dh/xbLjfo2kwZzAdBgNVHQ4EFgQUw0Xtr42nkGkK
            DFFW2XO3mNxlwmAwHwYDVR0jBBgwFoAUw0Xtr42nkGkKDFFW2XO3mNxlwmAwDwYD
            VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
            SAAwRQIgRtu5Ncu3Ge5cY2xZE0RijMkMuytrt/ti+MwyvBj7TbACIQCkZwFEGhOm
            0yiNlnRWnVnv0sgaLREiFRNBUM1EH+Ffww==
            -----END CERTIFICATE-----
            """

        static let nextIdentity = TLSIdentity(
            certificates: nextCertificate,
            privateKey: """
                -----BEGIN PRIVATE KEY-----
                MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgq0UOIxGjdxImWg8P
                GqXxvjGUIjvaywLJMRN8Ya5cPpOhRANCAAQE0ZPXmxVu1N/jdj7RFTOYhJfE64oF
                rtZqvCfr7NJgq8/OVOPFwjaFKUVKo1Jlu60RXDF0yMIw5Jd1Dh/xbLjf
                -----END PRIVATE KEY-----
                """)
    }
#endif
