import type { Media } from "@parlour/protocol";
import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { use, useEffect, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../../Button.tsx";
import { t as ui } from "../../text.ts";
import { t } from "../text.ts";
import { toPictureUrl } from "../../pictures.ts";
import { FileCard } from "./FileCard.tsx";
import { PhotosContext } from "./photos.ts";
import { getMediaTitle } from "./format.ts";

/**
 * Shows a photo as large as possible. Arrow keys show the others, Esc or a press outside closes it.
 */
export function Lightbox({ media, onClose }: { media: Media; onClose: () => void }) {
  const { current, position, count, go } = usePhotoNavigation(media);
  const name = getMediaTitle(current);
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
              {count > 1 && (
                <>
                  <span className="t13 soft num">
                    {t("media.place", { n: position, of: count })}
                  </span>
                  <Button
                    variant="quiet"
                    icon={IconChevronLeft}
                    flipIcon
                    aria-label={t("media.previous")}
                    onClick={() => go(-1)}
                  />
                  <Button
                    variant="quiet"
                    icon={IconChevronRight}
                    flipIcon
                    aria-label={t("media.next")}
                    onClick={() => go(1)}
                  />
                </>
              )}
              <Button variant="quiet" icon={IconX} aria-label={ui("ui.close")} onClick={onClose} />
            </header>
            <PhotoStage key={current.file} media={current} name={name} />
            <FileCard media={current} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Returns the current photo, its position, and functions to show the others. */
function usePhotoNavigation(media: Media) {
  const photos = use(PhotosContext);
  const [current, setCurrent] = useState(media);
  // Finds the photo by URL, because its position changes when new photos arrive.
  const index = photos.findIndex(({ file }) => file === current.file);
  const count = index < 0 ? 1 : photos.length;
  const go = (step: 1 | -1) => {
    const next = count > 1 ? photos[(index + step + count) % count] : undefined;
    if (next) setCurrent(next);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      go((document.dir === "rtl" ? -step : step) as 1 | -1);
    };
    // The dialog element has the initial focus and accepts no key listener.
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
  return { current, position: index + 1, count, go };
}

function PhotoStage({ media, name }: { media: Media; name: string }) {
  const [isBroken, setBroken] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const src = media.file === null ? null : toPictureUrl(media.file, "photo");
  return (
    <div className="stage" aria-busy={!isLoaded && !isBroken && src !== null}>
      {src === null || isBroken ? (
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
