import { IconPaperclip } from "@tabler/icons-react";
import { useRef } from "react";
import { useAccount } from "../../../../state/account.ts";
import { useLiveClient } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { t } from "../text.ts";
import { addFiles } from "./add-files.ts";

/** Button that selects files for the reply. Afterwards the text field gets the focus. */
export function AttachButton({ chatId, onAdded }: { chatId: number; onAdded: () => void }) {
  const { uploads } = useLiveClient();
  // Loads the account, because its size limit applies to selected files.
  useAccount();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="quiet"
        icon={IconPaperclip}
        aria-label={t("attach.button")}
        title={t("attach.size", { n: uploads.maxMib() })}
        onClick={() => input.current?.click()}
        data-attach
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={t("attach.button")}
        onChange={({ target }) => {
          addFiles(uploads, chatId, [...(target.files ?? [])]);
          // Clears the input, so that the same file can be selected again.
          target.value = "";
          onAdded();
        }}
      />
    </>
  );
}
