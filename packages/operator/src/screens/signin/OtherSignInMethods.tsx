import type {
  OidcRedirect,
  PasskeyOptions,
  SignIn,
  SignInMethods,
} from "@parlour/protocol/api/people/session";
import { IconFingerprint, IconLogin2 } from "@tabler/icons-react";
import { api } from "../../state/api/api.ts";
import { requestPasskey, supportsPasskeys } from "../../state/browser/passkey.ts";
import { Button } from "../../ui/Button.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { saveReturnState } from "./provider/return-state.ts";
import type { SignInSearch } from "./sign-in-search.ts";
import { t } from "../../ui/sign-in/text.ts";

interface OtherSignInMethodsProps {
  methods: SignInMethods | undefined;
  search: SignInSearch;
  completeSignIn: (by: SignIn) => Promise<unknown>;
  onFailure: (error: unknown) => void;
  onNoPasskey: () => void;
}

/**
 * Offers sign-in without a password: with a passkey, or with one of the installation's providers.
 */
export function OtherSignInMethods({
  methods,
  search,
  completeSignIn,
  onFailure,
  onNoPasskey,
}: OtherSignInMethodsProps) {
  const { busy, run } = useApiMutation();
  const providers = methods?.providers ?? [];
  if (!supportsPasskeys() && providers.length === 0) return null;
  const byPasskey = async () => {
    const { options } = await api.post<{ options: PasskeyOptions }>("/sessions/passkey");
    const passkey = await requestPasskey(options);
    if (passkey === null) onNoPasskey();
    else await completeSignIn({ passkey });
  };
  const byProvider = async ({ kind, id }: SignInMethods["providers"][number]) => {
    const { url } = await api.post<OidcRedirect>(`/sessions/${kind}`, {
      provider: id,
      again: search.again === true,
    });
    saveReturnState(search);
    location.assign(url);
  };
  return (
    <>
      <p className="or" aria-hidden="true">
        {t("signin.or")}
      </p>
      {supportsPasskeys() && (
        <Button
          wide
          icon={IconFingerprint}
          unavailable={busy}
          onClick={() => void run(byPasskey, onFailure)}
        >
          {t("signin.passkey")}
        </Button>
      )}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          wide
          icon={IconLogin2}
          unavailable={busy}
          onClick={() => void run(() => byProvider(provider), onFailure)}
        >
          {t("signin.provider", { name: provider.name })}
        </Button>
      ))}
    </>
  );
}
