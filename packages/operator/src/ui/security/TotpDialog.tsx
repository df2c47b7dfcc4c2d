import { ApiError } from "@parlour/client";
import type { SecurityWithCodes, TotpSecret } from "@parlour/protocol/api/people/session";
import { useState, type SubmitEvent } from "react";
import { api } from "../../state/api/api.ts";
import { Button } from "../Button.tsx";
import { QrCode } from "../copy/QrCode.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { TextField } from "../Field.tsx";
import { t as ui } from "../text.ts";
import { t } from "./text.ts";

interface TotpDialogProps {
  totp: TotpSecret;
  onClose: () => void;
  onDone: (done: SecurityWithCodes) => void;
}

/** Dialog that adds an authenticator app: QR code, secret to type, first code (CORE-013). */
export function TotpDialog({ totp, onClose, onDone }: TotpDialogProps) {
  const [code, setCode] = useState("");
  const [errorMessage, setErrorMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (!/^\d{3} ?\d{3}$/.test(code.trim())) {
      setErrorMessage(t("totp.wrong"));
      return;
    }
    setBusy(true);
    try {
      onDone(await api.post<SecurityWithCodes>("/me/totp/confirm", { code: code.trim() }));
    } catch (error) {
      setErrorMessage(
        error instanceof ApiError && error.field === "code" ? t("totp.wrong") : getErrorText(error),
      );
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("totp.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui("ui.cancel")}</Button>
          <Button variant="primary" unavailable={busy} onClick={() => void submit()}>
            {t("totp.go")}
          </Button>
        </>
      }
    >
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <p className="soft">{t("totp.step")}</p>
        <QrCode text={totp.uri} label={t("totp.qr")} />
        <TextField
          label={t("totp.secret")}
          value={totp.secret.replace(/(.{4})(?=.)/g, "$1 ")}
          readOnly
          mono
        />
        <TextField
          label={t("totp.code")}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={errorMessage}
          maxLength={7}
        />
      </form>
    </Dialog>
  );
}
