@_exported public import DatasyncClient
@_exported public import DatasyncLive
@_exported public import DatasyncWebSocket
@_exported public import DatasyncWire
