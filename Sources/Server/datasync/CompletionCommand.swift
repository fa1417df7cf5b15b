#if Server
    import ArgumentParser

    /// Prints the script with which a shell completes the arguments of the command.
    struct CompletionCommand: ParsableCommand {
        enum Shell: String, CaseIterable, ExpressibleByArgument {
            case bash
            case zsh
            case fish

            var completion: CompletionShell {
                switch self {
                case .bash: .bash
                case .zsh: .zsh
                case .fish: .fish
                }
            }
        }

        static let configuration = CommandConfiguration(
            commandName: "completion",
            abstract: "Print the script with which a shell completes commands and options.",
            discussion: """
                  datasync completion bash > ~/.local/share/bash-completion/completions/datasync
                  datasync completion zsh > ~/.zfunc/_datasync
                  datasync completion fish > ~/.config/fish/completions/datasync.fish
                """)

        @Argument(help: "The shell: bash, zsh or fish.")
        var shell: Shell

        func run() { print(DatasyncCommand.completionScript(for: shell.completion)) }
    }
#endif
