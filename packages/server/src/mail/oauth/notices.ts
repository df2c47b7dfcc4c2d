import {
  createConnectionNotices,
  type ConnectionNotice,
} from "../../core/channel/connection-notice.ts";

/** Sentences about sign-ins to mailboxes (CON-041, MAIL-129). */
export const getOAuthNotice = createConnectionNotices({
  oauth_again: "{provider} no longer accepts the sign-in of this mailbox. Sign in again.",
  oauth_unavailable:
    "{provider} gave no access to the mailbox: {reply}. Parlour tries again by itself.",
  oauth_no_client:
    "The installation has no client at the provider of this mailbox. Its owner can add one.",
  oauth_refused:
    "{provider} refused the sign-in: {reply}. Try again. An administrator at {provider} may have to allow the access first.",
  oauth_no_refresh:
    "{provider} gave access for a short time only. The owner of the installation must let the client ask for offline access.",
});

/** Why there is no access token. `mustSignIn`: somebody must sign in again (MAIL-129). */
export class MailSignInError extends Error {
  readonly notice: ConnectionNotice;
  readonly mustSignIn: boolean;
  constructor(notice: ConnectionNotice, mustSignIn: boolean) {
    super(notice.message);
    this.notice = notice;
    this.mustSignIn = mustSignIn;
  }
}
