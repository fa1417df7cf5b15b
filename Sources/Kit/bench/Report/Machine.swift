import Foundation

/// The machine on which a report was made.
package struct Machine: Codable, Sendable, Equatable {
    package let cpu: String
    package let cores: Int
    package let swift: String

    package init(cpu: String, cores: Int, swift: String) {
        self.cpu = cpu
        self.cores = cores
        self.swift = swift
    }

    /// The machine of this process.
    package static var current: Machine {
        Machine(cpu: model, cores: ProcessInfo.processInfo.activeProcessorCount, swift: version)
    }

    private static var model: String {
        let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        let line = information?.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
        return name ?? ProcessInfo.processInfo.operatingSystemVersionString
    }

    /// The version of the toolchain, or of the language if no toolchain is installed.
    private static var version: String {
        #if os(macOS) || os(Linux)
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["swift", "--version"]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            if (try? process.run()) != nil {
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                if let line = text.split(separator: "\n").first { return String(line) }
            }
        #endif
        return "Swift 6"
    }
}

extension Machine: CustomStringConvertible {
    package var description: String { "\(cpu), \(cores) cores, \(swift)" }
}
