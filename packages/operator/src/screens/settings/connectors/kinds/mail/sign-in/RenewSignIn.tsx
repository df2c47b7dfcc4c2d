import type { Channel } from "@parlour/protocol";
import type { OAuthProvider } from "@parlour/protocol/api/operations/oauth";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { readsTexts, useCurrentOperator } from "../../../../../../state/session.tsx";
import { Button } from "../../../../../../ui/Button.tsx";
import { runOrToast, useApiMutation } from "../../../../../../ui/mutation.ts";
import { beginSignIn } from "./begin-sign-in.ts";
import { t } from "./text.ts";

/** Problems that a new sign-in ends. */
const signInProblems: ReadonlySet<string> = new Set(["oauth_again", "sign_in_token"]);

/** Button that signs in to the mailbox of a channel again, if that ends its problem (MAIL-129). */
export function RenewSignIn({ channel }: { channel: Channel }) {
  const me = useCurrentOperator();
  const { busy, run } = useApiMutation();
  const { id, problem, managed, settings } = channel;
  const { oauth, imap } = (settings ?? {}) as {
    readonly oauth?: { readonly provider: OAuthProvider };
    readonly imap?: { readonly user: string };
  };
  if (problem == null || !signInProblems.has(problem.code)) return null;
  if (oauth === undefined || managed || !readsTexts(me)) return null;
  const address = omitAbsent({ address: imap?.user });
  const begin = () => beginSignIn({ provider: oauth.provider, channel_id: id, ...address });
  return (
    <Button small unavailable={busy} onClick={() => void run(() => runOrToast(begin))}>
      {t("mailsignin.again")}
    </Button>
  );
}
