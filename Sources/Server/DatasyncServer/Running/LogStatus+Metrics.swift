#if Server && Postgres
    import DatasyncPostgres

    extension LogStatus {
        /// Returns the metrics of a log in a database, in Prometheus format.
        ///
        /// - Parameters:
        ///   - hasLease: Whether the lease of the server holds.
        ///   - leaseAge: The milliseconds since it was last renewed; `nil` before the first renewal.
        /// - Returns: The lines.
        func metrics(hasLease: Bool, leaseAge: Int64?) -> String {
            let counters = [
                ("log_batches_total", "Statements that have appended entries to the log.", batches),
                ("log_entries_total", "Entries that were appended to the log.", entries),
                ("log_unknown_outcomes_total", "Statements whose outcome was unknown for a while.", unknownOutcomes),
            ]
            let gauges = [
                ("log_lease", "1 if the lease of the server holds.", hasLease ? 1 : 0),
                ("log_lease_age_seconds", "Time since the latest renewal of the lease.", Int((leaseAge ?? 0) / 1_000)),
                ("log_servers", "Other servers of the log that are alive.", others.count),
                ("log_hears_all", "1 if all other servers tell this one what they commit.", hearsAll ? 1 : 0),
                ("log_waiting_bytes", "Bytes of entries that wait for the database.", waitingBytes),
                ("log_position", "Sum of the numbers of the last records of all followed namespaces.", position),
                ("log_lag_records", "Records of the log that this server has not received yet.", lag),
                ("log_size_bytes", "Size of the log in the database.", size),
            ]
            let lines =
                counters.map { ServerMetrics.lines($0.0, "counter", $0.1, $0.2) }
                + gauges.map { ServerMetrics.lines($0.0, "gauge", $0.1, $0.2) }
            return lines.joined()
        }
    }
#endif
