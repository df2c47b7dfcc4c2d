import type { MailAccessTokens } from "../../../mail/oauth/access-tokens.ts";
import { MailSignInError } from "../../../mail/oauth/notices.ts";
import type { MailServer } from "../../../mail/settings.ts";
import type { SendMailResult } from "../../../mail/smtp.ts";

/**
 * Runs `use` with a server whose user has an access token, if somebody signed in to the mailbox
 * (MAIL-126). A token that the server refuses is replaced once. Never rejects.
 */
export async function withAccessToken<S extends MailServer>(
  { accessTokens }: { readonly accessTokens: MailAccessTokens },
  server: S,
  use: (server: S) => Promise<SendMailResult>,
): Promise<SendMailResult> {
  const { grant } = server;
  if (grant == null || server.user === null) return use(server);
  try {
    const accessToken = await accessTokens.get(grant);
    const result = await use({ ...server, accessToken });
    if (result.step !== "sign_in") return result;
    accessTokens.markRefused(grant, accessToken);
    return await use({ ...server, accessToken: await accessTokens.get(grant) });
  } catch (error) {
    if (!(error instanceof MailSignInError)) throw error;
    return {
      step: "sign_in",
      outcome: "refused",
      status: null,
      reply: error.message,
      mayRepeat: !error.mustSignIn,
      refused: [],
      durationMs: 0,
    };
  }
}
