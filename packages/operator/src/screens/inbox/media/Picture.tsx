// oxlint-disable jsx-a11y/prefer-tag-over-role -- an emoji is a picture made of text.
import type { Media } from "@parlour/protocol";
import { lazy, Suspense, useState, type CSSProperties } from "react";
import { t } from "../text.ts";
import { boxOf } from "./box.ts";
import { FileCard } from "./FileCard.tsx";
import { hasFailed, pictureAddress, rememberFailed } from "../../../ui/pictures.ts";
import { titleOf } from "./words.ts";

const Lightbox = lazy(() => import("./Lightbox.tsx").then((m) => ({ default: m.Lightbox })));

/**
 * A photo or sticker in a box of fixed size: the thumbnail first, then the file; when neither can be shown the emoji in its place, else the
 * card of the file (CH-065). The box keeps its size either way.
 */
export function Picture({ media }: { media: Media & { type: "photo" | "sticker" } }) {
  const addresses = addressesOf(media);
  const [failures, setFailures] = useState(0);
  const [open, setOpen] = useState(false);
  const src = addresses.find((address) => !hasFailed(address)) ?? null;
  const box = boxOf(media);
  const room = { "--w": `${box.width}px`, "--h": `${box.height}px` } as CSSProperties;
  const style = { ...room, aspectRatio: `${box.width} / ${box.height}` };
  const name = titleOf(media);
  const alt = t("media.alt", { kind: t(`media.${media.type}`), name });
  if (src === null)
    return media.emoji === null ? (
      <span className="picture none" style={room}>
        <FileCard media={media} />
      </span>
    ) : (
      <span className="picture none" style={room}>
        <span className="emoji" role="img" aria-label={alt}>
          {media.emoji}
        </span>
      </span>
    );
  const image = (
    <img
      key={`${src} ${failures}`}
      src={src}
      alt={alt}
      width={box.width}
      height={box.height}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => {
        rememberFailed(src);
        setFailures(failures + 1);
      }}
    />
  );
  if (media.type === "sticker")
    return (
      <span className="picture sticker" style={style}>
        {image}
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="picture"
        style={style}
        aria-haspopup="dialog"
        title={t("media.enlarge")}
        onClick={() => setOpen(true)}
      >
        {image}
      </button>
      {open && (
        <Suspense fallback={null}>
          <Lightbox media={media} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What may be shown inline, in the order it is tried. */
function addressesOf(media: Media): readonly string[] {
  const thumb = media.thumb === null ? null : pictureAddress(media.thumb, "image");
  const file = media.file === null ? null : pictureAddress(media.file, "photo");
  return [thumb, file].filter((address) => address !== null);
}
