import type { Channel } from "@parlour/protocol";
import { IconSignature } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { SideCard } from "../../kit/form/SettingsSection.tsx";
import { t } from "../text.ts";
import { SignDialog } from "./SignDialog.tsx";

/** Card that opens the dialog for links with signed fields and a signed user (API-573). */
export function SignedLinks({ channel }: { channel: Channel }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SideCard id="g-sign" title={t("sign.card")}>
      <p className="hint">{t("sign.card.about")}</p>
      <p>
        <Button icon={IconSignature} onClick={() => setOpen(true)}>
          {t("sign.open")}
        </Button>
      </p>
      {isOpen && <SignDialog channel={channel} onClose={() => setOpen(false)} />}
    </SideCard>
  );
}
