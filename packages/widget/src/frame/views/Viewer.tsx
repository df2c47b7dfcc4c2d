import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./Icon.tsx";
import { Out } from "./RichText.tsx";
import { usePicture } from "./use-picture.ts";
import { addStyles } from "./styles.ts";
import type { View } from "./view.ts";
import css from "./viewer.css?inline";

addStyles(css);

export interface Picture {
  /** The picture from the message list, shown until the large one is loaded. */
  readonly small: string;
  readonly file: string;
  readonly at: { readonly chat: number; readonly seq: number };
  readonly name: string;
  readonly address: string | null;
}

/** A picture over the whole chat window, in a dialog. The browser traps and restores the focus. */
export function Viewer({ picture, close, acts, t }: { readonly picture: Picture; readonly close: () => void } & Pick<View, "acts" | "t">) {
  const large = usePicture(acts, picture.file, picture.at);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      class="pw-viewer"
      ref={dialog}
      aria-label={picture.name === "" ? t("photo") : picture.name}
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="pw-viewer__bar">
        {picture.address === null ? null : <Out href={picture.address}>{t("openTab")}</Out>}
        <button type="button" class="pw-icon" aria-label={t("closePhoto")} onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      <img src={large === null || large === "" ? picture.small : large} alt={picture.name} />
    </dialog>
  );
}
