export { terminalAsk } from "./ask.js";
export { wantsColor } from "./color.js";
export { main } from "./main.js";
