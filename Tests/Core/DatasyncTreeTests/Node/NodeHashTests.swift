import TestSupport
import Testing

@testable import DatasyncTree

@Suite("The hash of a node")
struct NodeHashTests {
    @Test(
        "a value has the hash of the specification [orders 4.10]",
        arguments: [
            ("1", "YPVfR2bXt/lcDjiQZ8pOkAd3qkQ="), ("-1.5", "M56MQ4H2xiM8kwGXZUDuLOryQxM="),
            ("true", "E5z61QM0lN/U2WsOnusszCTkR8M="), ("false", "aSSNoqcS4oQwJ2xxH20rvpp3zP0="),
            ("\"\"", "Ki0Xy0V6morg0TO3Sxi/jwugYDQ="), ("\"a\"", "eMfSk0nU+CieTkCbO5r7cKNp7qU="),
            ("\"é😀\"", "z5EhWwfWbdCO10sZHK3vEDoZoOI="), ("{\"x\":1}", "LkoDN24bwRWG2p4jGZoe8M/Acf8="),
            ("{\"a\":1,\"b\":{\"c\":\"x\"}}", "ysk3YQgEFZBh3N6ot97Ywoub98Q="),
            ("{\"9\":1,\"10\":1,\"a\":1,\"A\":1,\"-1\":1,\"01\":1}", "xRQYyRWbgSHEcL7ZVotvhakewic="), ("null", ""),
            ("{}", ""),
            ("[]", ""), ("{\"a\":{\"b\":null}}", ""),
            ("{\".value\":1,\".priority\":5}", "C6BwQ8cWaQAaTPvogioX7cMcHt0="),
            ("{\".value\":\"v\",\".priority\":\"p\"}", "R0MIwvHETT8eZK7iUSai21aukVY="),
            (
                "{\"a\":{\".value\":1,\".priority\":2},\"b\":{\".value\":1,\".priority\":1},\"c\":1}",
                "J7DfCO/qt23HUs/BlO6AuOtEaoo="
            ), ("{\".priority\":3,\"a\":1}", "4dRhArPugqejHTgU57/GghV01fk="),
        ])
    func table(text: String, hash: String) throws {
        #expect(try node(text).hash == hash)
    }

    @Test("the hash depends on the value alone, not on its history")
    func history() throws {
        var value = try node("{\"x\":2,\"y\":{\"z\":1}}")
        value.set(.null, at: try Path("/y/z"))
        value.set(.number(1), at: try Path("/x"))
        #expect(value.hash == "LkoDN24bwRWG2p4jGZoe8M/Acf8=")
        #expect(try node("0").hash == node("-0").hash)
        #expect(try node("[1]").hash == node("{\"0\":1}").hash)
    }

    @Test("the hash is that of the text that the specification prescribes")
    func definition() throws {
        var random = SeededGenerator(salt: 46)
        for _ in 0..<300 {
            let value = try Node(random.json(levels: 3))
            #expect(value.hash == value.naiveHash, "\(value.text), \(Seed.note)")
        }
    }

    @Test(
        "SHA-1 gives the published digests",
        arguments: [
            ("", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="), ("abc", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "hJg+RBw70m66rkqh+VEp5eVGcPE="),
        ])
    func digest(text: String, expected: String) {
        #expect(Base64.encode(SHA1.digest(of: Array(text.utf8))) == expected)
    }

    @Test("SHA-1 of a million a gives the published digest")
    func millionDigest() {
        #expect(
            Base64.encode(SHA1.digest(of: [UInt8](repeating: 97, count: 1_000_000))) == "NKqXPNTE2qT2Husr260nMWU0AW8=")
    }

    @Test(
        "SHA-1 pads correctly around the block boundaries",
        arguments: [
            (55, "wci73CJ5bijA4VFj0giZtlYh1lo="), (56, "wtszD2CDhUyZ1LW/tujynyAb5pk="),
            (57, "8I8kkI1oJVURG+f/bwBOeCg9mJo="),
            (63, "A/CfWxWKeoza2SC93Cm4HBilUfU="), (64, "AJi6gktcFkJ716ESKlpEKiXsZE0="),
            (65, "EWVTJscI1wMZviYQ6KV9mluVnTs="),
            (119, "7pcQZaqgF+BjKoymx3uzv4sd/FY="), (120, "80wUiDhTRqVXCboFbd0IKA3UxtY="),
            (128, "rVs/28tSZ3jCg50vFR6nU5leJqA="),
        ])
    func padding(count: Int, expected: String) {
        #expect(Base64.encode(SHA1.digest(of: [UInt8](repeating: 97, count: count))) == expected)
    }

    @Test(
        "Base64 gives the texts of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, expected: String) {
        #expect(Base64.encode(Array(text.utf8)) == expected)
        #expect(Base64.encode([0xFB, 0xFF, 0xBF]) == "+/+/")
    }
}

extension Node {
    /// The hash of the text that the specification prescribes, computed without a cache.
    var naiveHash: String {
        if isNull { return "" }
        let prefix = priority.primitive.map { "priority:\($0.naiveText):" } ?? ""
        let text =
            primitive?.naiveText
            ?? children.entries(by: .priority).map { ":\($0.key.text):\($0.value.naiveHash)" }.joined()
        return Base64.encode(SHA1.digest(of: Array((prefix + text).utf8)))
    }
}

extension Primitive {
    fileprivate var naiveText: String {
        switch self {
        case .string(let string): return "string:" + string
        case .boolean(let flag): return flag ? "boolean:true" : "boolean:false"
        case .number(let number):
            let digits = String(number.bitPattern, radix: 16)
            return "number:" + String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
