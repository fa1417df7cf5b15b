#if Migrator
    /// Modules and types that contain nothing of the legacy dialect.
    enum WellKnown {
        /// Modules of the platforms, of the toolchain and of this package.
        static let modules: Set = [
            "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Darwin", "Glibc",
            "Musl", "Android", "WinSDK", "os", "OSLog", "Combine", "Observation", "Synchronization", "RegexBuilder",
            "SwiftUI", "UIKit", "AppKit", "WatchKit", "WidgetKit", "MapKit", "CoreLocation", "CoreGraphics",
            "CoreData", "CoreImage", "CoreMotion", "AVFoundation", "Photos", "PhotosUI", "StoreKit", "GameKit",
            "SpriteKit", "SceneKit", "QuartzCore", "Security", "CryptoKit", "Network", "UserNotifications",
            "BackgroundTasks", "WebKit", "SafariServices", "Contacts", "EventKit", "HealthKit", "HomeKit",
            "ARKit", "Metal", "Vision", "Accelerate", "Charts", "TipKit", "SwiftData", "ActivityKit", "AppIntents",
            "XCTest", "Testing", "Distributed", "TabularData", "UniformTypeIdentifiers", "CoreBluetooth",
            "DatasyncLegacy", "DatasyncCallback", "DatasyncAsync", "DatasyncClient", "DatasyncPromise",
            "DatasyncLegacyToCallback", "DatasyncLegacyToAsync", "MigrationSupport", "DatasyncTesting",
            "Firebase", "FirebaseCore", "FirebaseDatabase", "FirebaseDatabaseSwift",
        ]

        /// Types of the standard library and of Foundation.
        static let types: Set = [
            "String", "Substring", "Character", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8",
            "UInt16", "UInt32", "UInt64", "Float", "Double", "Any", "AnyObject", "AnyHashable", "Void", "Never",
            "Error", "Range", "ClosedRange", "Duration", "ContinuousClock", "Data", "Date", "URL", "UUID", "Calendar",
            "Locale", "TimeZone", "DateFormatter", "NumberFormatter", "ISO8601DateFormatter", "TimeInterval",
            "Timer", "NSNumber", "NSNull", "NSString", "NSDictionary", "NSArray", "NSObject", "NSError", "NSLock",
            "NSRecursiveLock", "JSONEncoder", "JSONDecoder", "JSONSerialization", "UserDefaults",
            "NotificationCenter", "Notification", "DispatchQueue", "DispatchGroup", "DispatchTime",
            "DispatchSemaphore", "DispatchWorkItem", "OperationQueue", "Thread", "RunLoop", "FileManager",
            "ProcessInfo", "Bundle", "Codable", "Encodable", "Decodable", "Sendable", "Hashable", "Equatable",
            "Comparable", "Identifiable", "CustomStringConvertible", "CaseIterable", "Task", "CancellationError",
            "WebcomError", "WebcomIndexValue", "ServerValue", "WebcomApplication", "WebcomConfiguration",
            "EmbeddedBackend", "EventNames", "CGFloat",
            "CGPoint", "CGSize", "CGRect",
        ]
    }
#endif
