import { ApiError } from "@parlour/client";
import type { Confirmation, ConfirmationWays } from "@parlour/protocol/api-session";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { api } from "../state/api.ts";
import { onConfirmationNeeded } from "../state/confirm.ts";
import { hasPasskeys, askPasskey } from "../state/passkey.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { wordsOf } from "../ui/Failure.tsx";
import { TextField } from "../ui/Field.tsx";
import { toast } from "../ui/toast.tsx";
import { t } from "./confirm-text.ts";

interface Question {
  readonly ways: ConfirmationWays;
  readonly answer: (is: boolean) => void;
}

/** Asks for password or passkey when the server wants a fresh proof (CORE-014); the request that met it then goes on. */
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
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The dialog was asked for by what the person just did, so typing may begin.
  useEffect(() => field.current?.focus(), []);
  const types = ways.password || ways.code;
  const canKey = ways.passkey !== null && hasPasskeys();
  const send = async (proof: Confirmation) => {
    setBusy(true);
    try {
      await api.post("/me/confirm", proof);
      onAnswer(true);
    } catch (error) {
      setFault(error instanceof ApiError && error.status === 400 ? t("confirm.failed") : wordsOf(error));
      setBusy(false);
    }
  };
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (typed === "") setFault(t("confirm.missing"));
    else void send(ways.password ? { password: typed } : { code: typed });
  };
  const key = async () => {
    // The question was asked when the dialog opened; a new one is asked for each try.
    const { passkey } = await api.get<ConfirmationWays>("/me/confirm");
    const proof = passkey === null ? null : await askPasskey(passkey);
    if (proof !== null) await send({ passkey: proof });
  };
  return (
    <Dialog
      title={t("confirm.title")}
      open
      onClose={() => onAnswer(false)}
      actions={
        <>
          {canKey && (
            <Button
              icon={IconFingerprint}
              unavailable={busy}
              onClick={() => void key().catch((error: unknown) => setFault(wordsOf(error)))}
            >
              {t("confirm.passkey")}
            </Button>
          )}
          {types && (
            <Button variant="primary" unavailable={busy} onClick={() => submit()}>
              {t("confirm.go")}
            </Button>
          )}
          {!types && !canKey && (
            <Button
              variant="primary"
              onClick={() =>
                location.assign(`/signin?${new URLSearchParams({ next: location.pathname + location.search, again: "true" }).toString()}`)
              }
            >
              {t("confirm.again.go")}
            </Button>
          )}
        </>
      }
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
