import type { Media } from "@parlour/protocol";
import {
  IconFile,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileZip,
  IconMapPin,
  IconMicrophone,
  IconMovie,
  IconPhoto,
  IconSticker,
} from "@tabler/icons-react";
import type { IconType } from "../../Icon.tsx";

export const mediaIcons: Record<Media["type"], IconType> = {
  photo: IconPhoto,
  video: IconMovie,
  audio: IconFileMusic,
  voice: IconMicrophone,
  sticker: IconSticker,
  document: IconFileText,
  location: IconMapPin,
};

/** Returns the icon of a document by its file extension. */
export function documentIcon(name: string): IconType {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (["zip", "rar", "7z", "gz", "tar", "tgz", "bz2", "xz"].includes(ending)) return IconFileZip;
  if (["csv", "xls", "xlsx", "ods", "tsv"].includes(ending)) return IconFileSpreadsheet;
  return IconFileText;
}

/** Returns the icon of a file by its MIME type. */
export function fileIcon(type: string): IconType {
  if (type.startsWith("image/")) return IconPhoto;
  if (type.startsWith("video/")) return IconMovie;
  if (type.startsWith("audio/")) return IconFileMusic;
  if (type === "application/pdf" || type.startsWith("text/")) return IconFileText;
  return IconFile;
}
