import { ApiError } from "@parlour/client";
import type {
  Reauthentication,
  ReauthenticationMethods,
} from "@parlour/protocol/api/people/session";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { api } from "../../../state/api/api.ts";
import { supportsPasskeys, requestPasskey } from "../../../state/browser/passkey.ts";
import { Banner } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ScreenBanners } from "../../../ui/loading/BannerStack.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { t } from "./confirm-text.ts";

interface ConfirmDialogProps {
  methods: ReauthenticationMethods;
  onAnswer: (is: boolean) => void;
}

/** Asks in a dialog, or in a notice that opens it (CORE-484). */
export function IdentityQuestion({
  isOpen,
  onOpen,
  ...props
}: ConfirmDialogProps & { isOpen: boolean; onOpen: () => void }) {
  if (isOpen) return <ConfirmDialog {...props} />;
  return <LateQuestion onOpen={onOpen} onCancel={() => props.onAnswer(false)} />;
}

function LateQuestion({ onOpen, onCancel }: { onOpen: () => void; onCancel: () => void }) {
  const action = (
    <>
      <Button small onClick={onOpen}>
        {t("confirm.go")}
      </Button>
      <Button small variant="quiet" onClick={onCancel}>
        {t("confirm.cancel")}
      </Button>
    </>
  );
  return (
    <ScreenBanners>
      <Banner tone="warn" live action={action}>
        <p>
          <strong className="medium">{t("confirm.title")}</strong>
          <br />
          {t("confirm.waits")}
        </p>
      </Banner>
    </ScreenBanners>
  );
}

/** Dialog with the ways in which the operator can confirm their identity. */
function ConfirmDialog({ methods, onAnswer }: ConfirmDialogProps) {
  const { typed, setTyped, fault, busy, submit, byPasskey } = useIdentityProof(methods, () =>
    onAnswer(true),
  );
  const field = useRef<HTMLInputElement>(null);
  // The user opened the dialog by an action, so the field takes the focus.
  useEffect(() => field.current?.focus(), []);
  const canType = methods.password || methods.code;
  const canUsePasskey = methods.passkey !== null && supportsPasskeys();
  return (
    <Dialog
      title={t("confirm.title")}
      open
      onClose={() => onAnswer(false)}
      actions={
        <ConfirmButtons
          {...{ canType, canUsePasskey, busy }}
          onPasskey={byPasskey}
          onTyped={() => submit()}
        />
      }
    >
      <form className="form" onSubmit={submit} noValidate>
        <p className="soft">{canType || canUsePasskey ? t("confirm.text") : t("confirm.again")}</p>
        {canType && (
          <TextField
            label={t(methods.password ? "confirm.password" : "confirm.code")}
            type={methods.password ? "password" : "text"}
            name={methods.password ? "password" : "code"}
            autoComplete={methods.password ? "current-password" : "one-time-code"}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={fault}
            maxLength={256}
            ref={field}
          />
        )}
        {!canType && fault !== undefined && (
          <p className="err" role="alert">
            {fault}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** Manages the proof, which is typed or from a passkey, and the error of the last proof. */
function useIdentityProof(methods: ReauthenticationMethods, onConfirmed: () => void) {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const { busy, run } = useApiMutation();
  const send = async (proof: Reauthentication) => {
    const onError = (error: unknown) =>
      setFault(
        error instanceof ApiError && error.status === 400
          ? t("confirm.failed")
          : getErrorText(error),
      );
    if (await run(() => api.post("/me/confirm", proof), onError)) onConfirmed();
  };
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (typed === "") setFault(t("confirm.missing"));
    else void send(methods.password ? { password: typed } : { code: typed });
  };
  const requestProof = async () => {
    // Requests a new passkey challenge for each attempt. Only the first challenge came with the
    // dialog.
    const { passkey } = await api.get<ReauthenticationMethods>("/me/confirm");
    const proof = passkey === null ? null : await requestPasskey(passkey);
    if (proof !== null) await send({ passkey: proof });
  };
  const byPasskey = () =>
    void requestProof().catch((error: unknown) => setFault(getErrorText(error)));
  return { typed, setTyped, fault, busy, submit, byPasskey };
}

interface ConfirmButtonsProps {
  canType: boolean;
  canUsePasskey: boolean;
  busy: boolean;
  onPasskey: () => void;
  onTyped: () => void;
}

/** Renders the available methods. Operators without any method must sign in again. */
function ConfirmButtons({ canType, canUsePasskey, busy, onPasskey, onTyped }: ConfirmButtonsProps) {
  const reauthenticate = () =>
    location.assign(
      `/signin?${new URLSearchParams({ next: location.pathname + location.search, again: "true" }).toString()}`,
    );
  return (
    <>
      {canUsePasskey && (
        <Button icon={IconFingerprint} unavailable={busy} onClick={onPasskey}>
          {t("confirm.passkey")}
        </Button>
      )}
      {canType && (
        <Button variant="primary" unavailable={busy} onClick={onTyped}>
          {t("confirm.go")}
        </Button>
      )}
      {!canType && !canUsePasskey && (
        <Button variant="primary" onClick={reauthenticate}>
          {t("confirm.again.go")}
        </Button>
      )}
    </>
  );
}
