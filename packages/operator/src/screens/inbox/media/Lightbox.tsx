import type { Media } from "@parlour/protocol";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../../../ui/Button.tsx";
import { t as ui } from "../../../ui/text.ts";
import { t } from "../text.ts";
import { pictureAddress } from "../../../ui/pictures.ts";
import { FileCard } from "./FileCard.tsx";
import { titleOf } from "./words.ts";

/** A photo as large as the window allows. Esc, the cross or a press beside it closes; the focus goes back to the photo in the conversation. */
export function Lightbox({ media, onClose }: { media: Media; onClose: () => void }) {
  const [broken, setBroken] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const name = titleOf(media);
  const src = media.file === null ? null : pictureAddress(media.file, "photo");
  return (
    <ModalOverlay
      className="overlay lightover"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="lightbox">
        <Dialog className="dialog" aria-label={name}>
          <header className="line">
            <Heading slot="title" className="t14 medium cut grow">
              <bdi>{name}</bdi>
            </Heading>
            <Button variant="quiet" icon={IconX} aria-label={ui("ui.close")} onClick={onClose} />
          </header>
          <div className="stage" aria-busy={!loaded && !broken}>
            {src === null || broken ? (
              <p className="soft">{t("media.broken")}</p>
            ) : (
              <img
                src={src}
                alt={t("media.alt", { kind: t("media.photo"), name })}
                onLoad={() => setLoaded(true)}
                onError={() => setBroken(true)}
              />
            )}
          </div>
          <FileCard media={media} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
