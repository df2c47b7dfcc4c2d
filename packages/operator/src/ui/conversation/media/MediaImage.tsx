// oxlint-disable jsx-a11y/prefer-tag-over-role -- an emoji is a picture made of text.
import type { Media } from "@parlour/protocol";
import { lazy, Suspense, useState, type CSSProperties, type ReactNode } from "react";
import { t } from "../text.ts";
import { fitSize } from "./fit-size.ts";
import { FileCard } from "./FileCard.tsx";
import { hasPictureFailed, toPictureUrl, markPictureFailed } from "../../pictures.ts";
import { getMediaTitle } from "./format.ts";
import { loadChunk } from "../../loading/load-chunk.ts";

const Lightbox = lazy(() =>
  loadChunk(() => import("./Lightbox.tsx")).then((m) => ({ default: m.Lightbox })),
);

/**
 * Shows a photo or sticker in a fixed box: the thumbnail, the file, or the emoji or card (CH-065).
 */
export function MediaImage({ media }: { media: Media & { type: "photo" | "sticker" } }) {
  const [failures, setFailures] = useState(0);
  const src = listPictureUrls(media).find((address) => !hasPictureFailed(address)) ?? null;
  const size = fitSize(media);
  const sizeStyle = { "--w": `${size.width}px`, "--h": `${size.height}px` } as CSSProperties;
  const style = { ...sizeStyle, aspectRatio: `${size.width} / ${size.height}` };
  const alt = t("media.alt", { kind: t(`media.${media.type}`), name: getMediaTitle(media) });
  if (src === null) return <MissingPicture media={media} alt={alt} sizeStyle={sizeStyle} />;
  const image = (
    <img
      key={`${src} ${failures}`}
      src={src}
      alt={alt}
      width={size.width}
      height={size.height}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => {
        markPictureFailed(src);
        setFailures(failures + 1);
      }}
    />
  );
  if (media.type === "photo") return <EnlargeButton {...{ media, style, image }} />;
  return (
    <span className="picture sticker" style={style}>
      {image}
    </span>
  );
}

function MissingPicture({
  media,
  alt,
  sizeStyle,
}: {
  media: Media;
  alt: string;
  sizeStyle: CSSProperties;
}) {
  return (
    <span className="picture none" style={sizeStyle}>
      {media.emoji === null ? (
        <FileCard media={media} />
      ) : (
        <span className="emoji" role="img" aria-label={alt}>
          {media.emoji}
        </span>
      )}
    </span>
  );
}

/** Button that opens the photo in the lightbox. */
function EnlargeButton({
  media,
  style,
  image,
}: {
  media: Media;
  style: CSSProperties;
  image: ReactNode;
}) {
  const [open, setOpen] = useState(false);
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

/** Returns the URLs of images to show, in the order in which they are tried. */
function listPictureUrls(media: Media): readonly string[] {
  const thumb = media.thumb === null ? null : toPictureUrl(media.thumb, "image");
  const file = media.file === null ? null : toPictureUrl(media.file, "photo");
  return [thumb, file].filter((address) => address !== null);
}
