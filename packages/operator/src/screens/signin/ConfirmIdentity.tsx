import { ApiError } from "@parlour/client";
import type { Confirmation, ConfirmationWays } from "@parlour/protocol/api-session";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { api } from "../../state/api.ts";
import { onConfirmationNeeded } from "../../state/confirm.ts";
import { hasPasskeys, askPasskey } from "../../state/passkey.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDeed } from "../../ui/deed.ts";
import { t } from "./confirm-text.ts";

interface Question {
  readonly ways: ConfirmationWays;
  readonly answer: (is: boolean) => void;
}

/**
 * Asks for password or passkey when the server requires re-authentication (CORE-014). The request
 * that caused it then continues.
 */
export function ConfirmIdentity() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () =>
      onConfirmationNeeded(async () => {
        try {
          const ways = await api.get<ConfirmationWays>("/me/confirm");
          return await new Promise<boolean>((answer) => setQuestion({ ways, answer }));
        } catch (error) {
          toast(wordsOf(error), { tone: "bad" });
          return false;
        }
      }),
    [],
  );
  if (question === null) return null;
  return (
    <Asking
      ways={question.ways}
      onAnswer={(is) => {
        setQuestion(null);
        question.answer(is);
      }}
    />
  );
}

function Asking({ ways, onAnswer }: { ways: ConfirmationWays; onAnswer: (is: boolean) => void }) {
  const { typed, setTyped, fault, busy, submit, byPasskey } = useProof(ways, () => onAnswer(true));
  const field = useRef<HTMLInputElement>(null);
  // The user's action opened the dialog, so the field takes the focus.
  useEffect(() => field.current?.focus(), []);
  const types = ways.password || ways.code;
  const canKey = ways.passkey !== null && hasPasskeys();
  return (
    <Dialog
      title={t("confirm.title")}
      open
      onClose={() => onAnswer(false)}
      actions={<Ways {...{ types, canKey, busy }} onPasskey={byPasskey} onTyped={() => submit()} />}
    >
      <form className="form" onSubmit={submit} noValidate>
        <p className="soft">{types || canKey ? t("confirm.text") : t("confirm.again")}</p>
        {types && (
          <TextField
            label={t(ways.password ? "confirm.password" : "confirm.code")}
            type={ways.password ? "password" : "text"}
            name={ways.password ? "password" : "code"}
            autoComplete={ways.password ? "current-password" : "one-time-code"}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={fault}
            maxLength={256}
            ref={field}
          />
        )}
        {!types && fault !== undefined && (
          <p className="err" role="alert">
            {fault}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** State of the proof: typed or from a passkey, and why the last one failed. */
function useProof(ways: ConfirmationWays, onGood: () => void) {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const { busy, run } = useDeed();
  const send = async (proof: Confirmation) => {
    const why = (error: unknown) => setFault(error instanceof ApiError && error.status === 400 ? t("confirm.failed") : wordsOf(error));
    if (await run(() => api.post("/me/confirm", proof), why)) onGood();
  };
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (typed === "") setFault(t("confirm.missing"));
    else void send(ways.password ? { password: typed } : { code: typed });
  };
  const askKey = async () => {
    // The first passkey challenge came with the dialog. Each further attempt needs a new one.
    const { passkey } = await api.get<ConfirmationWays>("/me/confirm");
    const proof = passkey === null ? null : await askPasskey(passkey);
    if (proof !== null) await send({ passkey: proof });
  };
  const byPasskey = () => void askKey().catch((error: unknown) => setFault(wordsOf(error)));
  return { typed, setTyped, fault, busy, submit, byPasskey };
}

interface WaysProps {
  types: boolean;
  canKey: boolean;
  busy: boolean;
  onPasskey: () => void;
  onTyped: () => void;
}

/** The possible methods. Operators without any must sign in again. */
function Ways({ types, canKey, busy, onPasskey, onTyped }: WaysProps) {
  const again = () =>
    location.assign(`/signin?${new URLSearchParams({ next: location.pathname + location.search, again: "true" }).toString()}`);
  return (
    <>
      {canKey && (
        <Button icon={IconFingerprint} unavailable={busy} onClick={onPasskey}>
          {t("confirm.passkey")}
        </Button>
      )}
      {types && (
        <Button variant="primary" unavailable={busy} onClick={onTyped}>
          {t("confirm.go")}
        </Button>
      )}
      {!types && !canKey && (
        <Button variant="primary" onClick={again}>
          {t("confirm.again.go")}
        </Button>
      )}
    </>
  );
}
