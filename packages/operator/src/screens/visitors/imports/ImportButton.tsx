import { IconFileImport } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { t } from "../text.ts";
import { DialogBoundary } from "../../../ui/dialog/DialogBoundary.tsx";

const ImportDialog = lazy(() =>
  loadChunk(() => import("./ImportDialog.tsx")).then((file) => ({ default: file.ImportDialog })),
);

/** Opens the import of visitors from a file, for operators who may import. */
export function ImportButton() {
  const me = useCurrentOperator();
  const [isOpen, setOpen] = useState(false);
  if (!can(me, "visitors.import")) return null;
  return (
    <>
      <Button icon={IconFileImport} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("visitors.import")}
      </Button>
      {isOpen && (
        <DialogBoundary onClose={() => setOpen(false)}>
          <ImportDialog onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </>
  );
}
