import { IconShieldPlus } from "@tabler/icons-react";
import { useState } from "react";
import { defineTexts } from "../../../../text/index.ts";
import { Button } from "../../../../ui/Button.tsx";
import { getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { updateAllowedAddresses, toHostAndPort } from "./outgoing-addresses.ts";

const t = defineTexts({
  en: { "allow.go": "Allow {address} and save", "allow.done": "{address} is now allowed." },
  ru: {
    "allow.go": "Разрешить {address} и сохранить",
    "allow.done": "Адрес {address} теперь разрешён.",
  },
});

/**
 * Button below an address that was refused as private. With it the installation owner allows the
 * host and port without leaving the form (CORE-123). Afterwards `then` submits the form again.
 */
export function AllowAddressButton({ url, then }: { url: string; then: () => unknown }) {
  const [busy, setBusy] = useState(false);
  const address = toHostAndPort(url.trim());
  if (address === null) return null;
  const allow = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await updateAllowedAddresses({ add: [address] });
      toast(t("allow.done", { address }));
      await then();
    } catch (error) {
      toast(getErrorText(error), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button small icon={IconShieldPlus} unavailable={busy} onClick={() => void allow()}>
      {t("allow.go", { address })}
    </Button>
  );
}
