import type { MailAddress } from "../types.ts";

/** What a mail says about an earlier one, and whom its parts can name. */
export interface SplitEvidence {
  readonly subject: string;
  /** Whether headers refer to an earlier mail. */
  readonly isReply: boolean;
  /** The sender and the recipients. */
  readonly participants: readonly MailAddress[];
  /** Whether something remains of a mail whose text is only a quote. */
  readonly hasFiles: boolean;
}
