#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import Logging

    /// Makes the namespaces of a server, which are not loaded yet.
    struct NamespaceFactory: Sendable {
        /// The data in a log; `nil` for data in memory.
        let data: ServerData?
        /// The rules of the configuration; `nil` for none.
        var rules: RulesDocument?
        /// Whether they also replace rules that were deployed.
        var replacesDeployedRules = false
        let run: ServerRun
        let metrics: ServerMetrics
        let limits: ServerLimits
        /// Whether reads of many children need an index that the rules declare.
        let requiresIndexes: Bool
        let clock: @Sendable () -> Double
        let executor: Executor
        let log: ServerLog
        let webhooks = LateWebhooks()

        /// Makes a namespace.
        ///
        /// - Parameters:
        ///   - namespace: The name.
        ///   - isNew: Whether the server has not loaded it before, so that it gets the rules of the configuration. Later, the
        ///     owner may have replaced them.
        /// - Returns: The namespace.
        func make(_ namespace: LogNamespace, isNew: Bool) -> ServedNamespace {
            guard data != nil else {
                return ServedNamespace(
                    name: namespace.name, rules: rules ?? .open, metrics: metrics, limits: limits,
                    requiresIndexes: requiresIndexes, clock: clock, executor: executor)
            }
            guard isNew, let rules else { return make(namespace, startRules: .reopened) }
            return make(namespace, startRules: .configured(rules, replacesDeployed: replacesDeployedRules))
        }

        /// Makes the server's own namespace.
        func makeOwn(_ name: String) -> ServedNamespace {
            guard data != nil, let namespace = try? LogNamespace(name) else {
                return ServedNamespace(
                    name: name, metrics: metrics, limits: limits, requiresIndexes: false, clock: clock,
                    executor: executor)
            }
            return make(namespace, startRules: nil)
        }

        /// Makes a namespace in the log.
        func make(_ namespace: LogNamespace, startRules: StartRules?) -> ServedNamespace {
            ServedNamespace(
                namespace, run: run, beside: data?.users ?? .none, metrics: metrics, limits: limits,
                requiresIndexes: requiresIndexes, startRules: startRules, clock: clock, executor: executor,
                webhooks: webhooks, diagnose: { [log] in log(.warning, $0) })
        }
    }
#endif
