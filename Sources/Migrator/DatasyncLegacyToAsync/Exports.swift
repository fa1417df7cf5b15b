@_exported public import DatasyncAsync
@_exported public import MigrationSupport
