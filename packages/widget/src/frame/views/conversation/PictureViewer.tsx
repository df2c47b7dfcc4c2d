import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../Icon.tsx";
import { ExternalLink } from "../links/ExternalLink.tsx";
import { usePicture } from "./use-picture.ts";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";
import css from "./picture-viewer.css?inline";

addStyles(css);

export interface ShownPicture {
  /** Source of the smaller image in the message list, shown until the large one is loaded. */
  readonly small: string;
  readonly file: string;
  readonly at: { readonly chat: number; readonly seq: number };
  readonly name: string;
  readonly address: string | null;
}

/**
 * An image in a dialog that covers the whole chat window. The browser traps and restores the focus.
 */
export function PictureViewer({
  picture,
  close,
  actions,
  t,
}: { readonly picture: ShownPicture; readonly close: () => void } & Pick<
  ViewProps,
  "actions" | "t"
>) {
  const large = usePicture(actions, picture.file, picture.at);
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
        {picture.address === null ? null : (
          <ExternalLink href={picture.address}>{t("openTab")}</ExternalLink>
        )}
        <button
          type="button"
          class="pw-icon"
          aria-label={t("closePhoto")}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="x" />
        </button>
      </div>
      <img src={large === null || large === "" ? picture.small : large} alt={picture.name} />
    </dialog>
  );
}
