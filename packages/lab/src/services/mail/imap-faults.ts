/** Faults that an IMAP server shows on demand. */
export interface ImapFaults {
  refuseLogin?: boolean;
  /** Accepts connections and never answers. */
  hang?: boolean;
  /** Ends the connection when this command arrives. */
  endAt?: string;
  /** Size in bytes that the server claims for every mail, instead of the real one. */
  claimedSize?: number;
  /** Size in bytes that the server announces for the literal of a mail. */
  announcedLiteral?: number;
  /** Sends this text after the greeting, which is not IMAP. */
  garbage?: string;
  /** Ends the connection in the middle of a mail. */
  endInMail?: boolean;
}
