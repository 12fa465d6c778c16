export { wantsColor } from "./color.js";
export { main } from "./main.js";
