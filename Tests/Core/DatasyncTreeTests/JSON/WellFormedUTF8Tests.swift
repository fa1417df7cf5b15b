import TestSupport
import Testing

@testable import DatasyncTree

@Suite("Well-formed UTF-8")
struct WellFormedUTF8Tests {
    @Test("every sequence of one or two bytes is well-formed exactly if the standard library reads it")
    func short() {
        for first in UInt8.min...UInt8.max {
            expectAgreement([first])
            for second in UInt8.min...UInt8.max { expectAgreement([first, second]) }
        }
    }

    @Test("sequences of three and four bytes at the ends of all ranges agree too")
    func long() {
        let leads: [UInt8] = [0x41, 0xC2, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]
        let others: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xF0]
        for first in leads {
            for second in others {
                for third in others {
                    expectAgreement([first, second, third])
                    for fourth in others { expectAgreement([first, second, third, fourth]) }
                }
            }
        }
    }

    @Test("a wrong byte is found at each place of a longer text")
    func places() {
        let text = Array("aé€😀b\u{10FFFF}\u{D7FF}\u{E000}".utf8)
        for index in text.indices {
            for byte in [0x41, 0x80, 0xBF, 0xC3, 0xE2, 0xF0] as [UInt8] {
                var changed = text
                changed[index] = byte
                expectAgreement(changed)
                expectAgreement(Array(text[...index]))
                expectAgreement(Array(text[index...]))
            }
        }
    }

    private func expectAgreement(_ bytes: [UInt8]) {
        let isWellFormed = bytes.withUnsafeBufferPointer(UTF8.isWellFormed)
        if isWellFormed != (String(validating: bytes, as: UTF8.self) != nil) {
            Issue.record("\(bytes) is \(isWellFormed ? "" : "not ")well-formed, against the standard library")
        }
    }
}
