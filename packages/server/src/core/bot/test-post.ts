/** An event that a provider posted for the test chat (BOT-090). */
export interface BotTestPost {
  /** ISO 8601. */
  readonly at: string;
  readonly event: string | null;
  /** `text`: the text that a chat channel displays. */
  readonly message: {
    readonly type: "TEXT" | "MARKDOWN" | "BUTTONS";
    readonly title: string;
    readonly text: string;
    readonly buttons: readonly { readonly id: string; readonly text: string }[];
  } | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** The error that the provider received, or null if the event was accepted. */
  readonly error: { readonly code: string; readonly message: string } | null;
}
