@_exported public import DatasyncCallback
@_exported public import MigrationSupport
