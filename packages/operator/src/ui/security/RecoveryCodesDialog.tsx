import { Button } from "../Button.tsx";
import { CopyButton } from "../copy/CopyButton.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { t } from "./text.ts";

/** Shows the recovery codes. They cannot be shown again. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  return (
    <Dialog
      title={t("factors.codes.title")}
      open
      alert
      onClose={onClose}
      actions={
        <>
          <CopyButton text={codes.join("\n")} label={t("factors.codes.copy")} />
          <Button variant="primary" onClick={onClose}>
            {t("factors.codes.kept")}
          </Button>
        </>
      }
    >
      <p className="soft">{t("factors.codes.text")}</p>
      <ul className="codes mono" aria-label={t("factors.codes.title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
