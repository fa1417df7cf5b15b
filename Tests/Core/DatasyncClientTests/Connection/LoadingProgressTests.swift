import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Dispatch
import TestSupport
import Testing

/// The progress of a value that arrives in several frames.
struct LoadingProgressTests {
    private let transport = ScriptedTransport()
    private let frames: [String]

    init() throws {
        let children = (0..<2_000).map { (Key(unchecked: "key\($0)"), Node.string("a text")) }
        let push = Push.set(path: try Path("/list"), node: Node(Children(children)), tag: nil)
        frames = Frames.cut(BackendMessage.push(push).text)
    }

    private func application() -> WebcomApplication {
        WebcomApplication(
            configuration: WebcomConfiguration(identifier: "loading", platform: .transport(transport)))
    }

    @Test("each frame is reported with its path and bytes, and the end of the value")
    func progress() throws {
        try #require(frames.count == 4)
        let application = application()
        let log = Guarded<[DatasyncLoadingProgress?]>([])
        let queue = DispatchQueue(label: "loading")
        let observation = application.observeLoadingProgress(queue: queue) { progress in
            log.withLock { $0.append(progress) }
        }
        queue.sync {}
        for frame in frames {
            transport.deliver(frame)
            queue.sync {}
        }
        let entries = log.withLock(\.self)
        #expect(entries.map { $0?.path } == [nil, nil, "/list", "/list", nil])
        #expect(entries.map { $0.map { Int($0.fractionCompleted * 3 + 0.5) } } == [nil, 0, 1, 2, nil])
        #expect(entries[3]?.receivedBytes == frames[1].utf8.count + frames[2].utf8.count)
        #expect("\(try #require(entries[2]))" == "/list: 33 %, \(frames[1].utf8.count) bytes")
        #expect(application.loadingProgress == nil)
        observation.cancel()
        transport.deliver(frames[0])
        queue.sync {}
        #expect(log.withLock(\.count) == 5)
        #expect(application.loadingProgress?.receivedBytes == 0)
    }

    @Test("the end of the connection ends the progress")
    func closed() {
        let application = application()
        transport.deliver(frames[0], frames[1])
        #expect(application.loadingProgress?.path == "/list")
        transport.deliver(.closed(reason: "cut"))
        #expect(application.loadingProgress == nil)
    }

    @Test("a damaged value ends the progress and the connection")
    func damaged() {
        let application = application()
        transport.deliver(frames[0], frames[1], "]", "")
        #expect(application.loadingProgress == nil)
        #expect(transport.log.entries.last == "close")
    }

    @Test("the stream of the asynchronous dialect begins with the present state, and ends with the client")
    func stream() async {
        var stream: AsyncStream<DatasyncLoadingProgress?>.Iterator?
        do {
            let application = application()
            stream = application.datasyncService.loadingProgress.makeAsyncIterator()
            let first = await stream?.next()
            #expect(first == .some(DatasyncLoadingProgress?.none))
            transport.deliver(frames[0], frames[1])
            let second = await stream?.next()
            #expect(second??.path == "/list")
        }
        let end = await stream?.next()
        #expect(end == DatasyncLoadingProgress??.none)
    }
}
