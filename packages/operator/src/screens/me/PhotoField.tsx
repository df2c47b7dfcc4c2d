import type { Operator } from "@parlour/protocol";
import { IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { api } from "../../state/api/api.ts";
import { setCurrentOperator } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { MutationButton } from "../../ui/MutationButton.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { Avatar } from "../../ui/badges.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { CropDialog } from "./CropDialog.tsx";
import { t } from "./photo-text.ts";

/** Edits the operator's photo: choose, crop or remove an image (CORE-157). */
export function PhotoField({ me }: { me: Operator }) {
  const picker = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const hasPhoto = me.photo !== null && me.photo !== undefined;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      // The browser cannot decode the file.
      toast(t("photo.unreadable"), { tone: "bad" });
    }
  };
  const remove = async () => {
    try {
      setCurrentOperator(await api.delete<Operator>("/me/photo"));
      toast(t("photo.removed"));
    } catch (error) {
      toast(getErrorText(error), { tone: "bad" });
    }
  };
  return (
    <fieldset className="photofield">
      <legend className="vh">{t("photo.label")}</legend>
      <Avatar name={me.name} photo={me.photo ?? ""} me size={48} />
      <div>
        <div className="line">
          <Button
            icon={IconUpload}
            unavailable={me.managed}
            onClick={() => picker.current?.click()}
          >
            {t(hasPhoto ? "photo.change" : "photo.upload")}
          </Button>
          {hasPhoto && !me.managed && (
            <MutationButton mutate={remove}>{t("photo.remove")}</MutationButton>
          )}
        </div>
        <p className="hint">{t("photo.hint")}</p>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label={t("photo.upload")}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // Clears the input, so that the same file can be chosen again.
          event.target.value = "";
        }}
      />
      {picture && <CropDialog picture={picture} onClose={() => setPicture(null)} />}
    </fieldset>
  );
}
