import type { HomeTexts } from "../en/first.ts";

export const vi: HomeTexts = {
  isHere: "{names} đang trực tuyến",
  areHere: "{names} đang trực tuyến",
  others: { other: "{count} người khác" },
  repliesIn: "Thường trả lời trong {time}",
  replyIn: "Thường trả lời trong {time}",
  ready: "Sẵn sàng hỗ trợ",
  away: "Chúng tôi vắng mặt một lát",
  notHereNow: "Hiện chúng tôi vắng mặt",
  byMail: "Chúng tôi trả lời qua email.",
  backToday: "Quay lại hôm nay lúc {time}",
  backTomorrow: "Quay lại ngày mai lúc {time}",
  backOn: "Quay lại {day} lúc {time}",
  localTime: "Bây giờ là {time} tại {place}.",
  automatic: "Trả lời tự động",
  whoAnswers: "Bạn muốn nói chuyện với ai?",
  ratherTalk: "Bạn muốn nói chuyện qua điện thoại?",
  askForCall: "Yêu cầu gọi lại",
};
