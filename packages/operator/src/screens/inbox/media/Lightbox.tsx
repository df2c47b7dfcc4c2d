import type { Media } from "@parlour/protocol";
import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { use, useEffect, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../../../ui/Button.tsx";
import { t as ui } from "../../../ui/text.ts";
import { t } from "../text.ts";
import { pictureAddress } from "../../../ui/pictures.ts";
import { FileCard } from "./FileCard.tsx";
import { Photos } from "./photos.ts";
import { titleOf } from "./words.ts";

/**
 * A photo as large as the window allows. Arrows show the other photos of the conversation. Esc, the
 * Close button or a press outside closes it, and the focus returns to the first photo.
 */
export function Lightbox({ media, onClose }: { media: Media; onClose: () => void }) {
  const { shown, place, of, go } = useShown(media);
  const name = titleOf(shown);
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
          <div className="lightbody">
            <header className="line">
              <Heading slot="title" className="t14 medium cut grow">
                <bdi>{name}</bdi>
              </Heading>
              {of > 1 && (
                <>
                  <span className="t13 soft num">{t("media.place", { n: place, of })}</span>
                  <Button variant="quiet" icon={IconChevronLeft} flipIcon aria-label={t("media.previous")} onClick={() => go(-1)} />
                  <Button variant="quiet" icon={IconChevronRight} flipIcon aria-label={t("media.next")} onClick={() => go(1)} />
                </>
              )}
              <Button variant="quiet" icon={IconX} aria-label={ui("ui.close")} onClick={onClose} />
            </header>
            <Stage key={shown.file} media={shown} name={name} />
            <FileCard media={shown} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Returns the current photo and its position in the conversation. `count` is 1 if it is the only
 * one. Arrows show the others.
 */
function useShown(media: Media) {
  const photos = use(Photos);
  const [shown, setShown] = useState(media);
  // New photos may arrive meanwhile, so find it by URL and not by position.
  const index = photos.findIndex(({ file }) => file === shown.file);
  const of = index < 0 ? 1 : photos.length;
  const go = (step: 1 | -1) => {
    const next = of > 1 ? photos[(index + step + of) % of] : undefined;
    if (next) setShown(next);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      go((document.dir === "rtl" ? -step : step) as 1 | -1);
    };
    // The dialog itself has the focus at first and accepts no listener.
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
  return { shown, place: index + 1, of, go };
}

function Stage({ media, name }: { media: Media; name: string }) {
  const [broken, setBroken] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const src = media.file === null ? null : pictureAddress(media.file, "photo");
  return (
    <div className="stage" aria-busy={!loaded && !broken && src !== null}>
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
  );
}
