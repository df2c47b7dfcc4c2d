import type { FirstTexts } from "../en/first.ts";

export const first: FirstTexts = {
  close: "Tutup obrolan",
  minimise: "Kecilkan",
  more: "Lainnya",
  online: "Online",
  closed: "Ditutup",
  bot: "Bot",
  hello: "Halo. Ada yang bisa kami bantu?",
  offlineShort: "Offline",
  message: "Pesan",
  writeMessage: "Tulis pesan",
  send: "Kirim",
  attach: "Lampirkan file",
  camera: "Ambil foto",
  emoji: "Emoji",
  messages: "Pesan",
  today: "Hari ini",
  yesterday: "Kemarin",
  sending: "Mengirim",
  saved: "Terkirim",
  notDelivered: "Tidak terkirim",
  noConnection: "Tidak ada koneksi.",
  tooOld: "Sudah lebih dari 30 menit.",
  tryAgain: "Coba lagi",
  copy: "Salin",
  copied: "Disalin",
  remove: "Hapus",
  typing: "{name} sedang mengetik",
  someoneTyping: "Seseorang sedang mengetik",
  previewNotice: "Kami melihat apa yang Anda ketik sebelum Anda mengirimnya.",
  newMessages: { other: "{count} pesan baru" },
  older: "Memuat pesan sebelumnya",
  connecting: "Menghubungkan",
  reconnecting: "Menghubungkan kembali. Pesan tetap disimpan.",
  failed: "Tidak ada koneksi. Pesan tetap disimpan.",
  notHere: "Obrolan tidak tersedia di halaman ini.",
  forgotten:
    "Browser Anda memblokir penyimpanan: obrolan ini hilang saat Anda meninggalkan halaman.",
  dropHere: "Letakkan file di sini untuk mengirimnya",
  tooLong: "Maksimal 4000 karakter.",
  tooFast: "Terlalu cepat. Mohon tunggu sebentar.",
};

export const home = async () => (await import("./home.ts")).id;
export const forms = async () => (await import("./forms.ts")).id;
export const more = async () => (await import("./more.ts")).id;
