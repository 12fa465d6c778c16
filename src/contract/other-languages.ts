/**
 * Words of messages in other languages than English: the first words of error texts, and of those that say that something is
 * not there, as public servers write them (Chinese, Japanese, Korean, French, German, Spanish, Portuguese, Italian, Dutch,
 * Polish, Russian, Turkish, Vietnamese, Indonesian). Only words without a second meaning are taken.
 */

/** Languages that put the verb last: somewhere in the first words. */
const FAILURE_NEAR_START =
  /失败|失敗|出错|出錯|错误|錯誤|无法|無法|不能为空|缺少|未提供|未配置|未授权|不完整|权限不足|无效|無効|超时|エラー|できません|タイムアウト|실패|오류|에러|할\s?수\s?없습니다|thất\s+bại/iu;

/** "成功 3 件、失敗 1 件": a count of both. */
const COUNT =
  /成功|성공|(?:失败|失敗|错误|錯誤|エラー|실패|오류)(?:数|數|率|コード|\s*(?:[:：]\s*)?(?:\d+|…)\s*(?:件|个|個|条|次|개|건))|thành\s+công|thất\s+bại\s*:\s*\d/iu;

const FAILURE_START =
  /^[\s\p{P}\p{S}]*(?:erreur\b|échec|impossible\s+(?:de\b|d['’])|fehler\b|fehlgeschlagen|konnte\s+nicht|ungültig|errore\b|impossibile|fallo\s|falló|no\s+se\s+(?:pudo|pudieron|pueden?|han?\s+podido)|erro\b|falha\b|falhou|não\s+foi\s+possível|fout\b|błąd|nie\s+udało|ошибка|не\s+удалось|hata\b|başarısız|lỗi\b|không\s+thể|gagal\b|kesalahan\b)/iu;

const NOTHING_THERE =
  /未找到|找不到|不存在|没有找到|没有(?:结果|数据|记录)|暂无|見つかりません|存在しません|ありません|찾을\s?수\s?없|존재하지\s?않|없습니다|introuvable|n['’]existe\s+pas|non\s+trouvé|aucune?\s|nicht\s+gefunden|existiert\s+nicht|keine?\s+\S+\s+gefunden|no\s+se\s+encontr|no\s+(?:fue\s+)?encontrad|no\s+existe|ning[uú]n|não\s+(?:foi\s+)?encontrad|não\s+existe|nenhum|non\s+trovat|non\s+esiste|nessun|niet\s+gevonden|nie\s+znaleziono|не\s+найден|не\s+существует|bulunamad|không\s+tìm\s+thấy|không\s+tồn\s+tại|tidak\s+ditemukan/iu;

/** In characters: behind these a message speaks of other things. */
const FIRST_WORDS = 40;

/** The message opens by saying that something failed. */
export function opensAsErrorElsewhere(message: string): boolean {
  return (
    FAILURE_START.test(message) || (FAILURE_NEAR_START.test(message.slice(0, FIRST_WORDS)) && !COUNT.test(message))
  );
}

/** "X was not found", or "nothing found". */
export function tellsNothingThereElsewhere(message: string): boolean {
  return NOTHING_THERE.test(message);
}

/** That something failed, and nothing else: one clause, in which no comma or colon brings a cause. */
const GENERIC: readonly RegExp[] = [
  /^[^,;:，；：。、]{0,40}(?:失败|失敗|出错|出錯|出错了|出現錯誤|出现错误|发生错误|發生錯誤|发生未知错误|发生异常)(?:了)?$/u,
  /^(?:未知|内部|系统|服务器内部)?(?:错误|錯誤|异常)$/u,
  /^(?:无法|無法|未能|不能)[^,;:，；：。、]{2,40}$/u,
  /^[^,;:、，；：。]{0,50}(?:に失敗しました|に失敗|できませんでした|エラーが発生しました|エラー)$/u,
  /^[^,;:]{0,60}(?:실패|실패했습니다|실패하였습니다|할\s?수\s?없습니다|못했습니다|오류가\s?발생했습니다|오류\s?발생|오류)$/u,
  /^(?:error\s+(?:interno|desconocido|inesperado|al|en|durante)(?:\s+[^\s,;:]+){0,12}|(?:ha\s+)?ocurri[óo]d?o?\s+un\s+error(?:\s+[^\s,;:]+){0,8}|no\s+se\s+(?:pudo|puede|pudieron|ha\s+podido|han\s+podido)(?:\s+[^\s,;:]+){1,14}|fall[óo](?:\s+[^\s,;:]+){1,10})$/iu,
  /^(?:erro\s+(?:interno|desconhecido|inesperado|ao|na|no|durante)(?:\s+[^\s,;:]+){0,12}|ocorreu\s+um\s+erro(?:\s+[^\s,;:]+){0,8}|não\s+foi\s+possível(?:\s+[^\s,;:]+){1,14}|falha\s+(?:ao|na|no|em|de)(?:\s+[^\s,;:]+){1,12})$/iu,
  /^(?:erreur\s+(?:interne|inconnue|inattendue|lors|pendant|de|du)(?:\s+[^\s,;:]+){0,12}|une\s+erreur\s+(?:\S+\s+){0,2}(?:est\s+survenue|s['’]est\s+produite)(?:\s+[^\s,;:]+){0,8}|impossible\s+(?:de|d['’])\s*[^\s,;:]+(?:\s+[^\s,;:]+){0,11}|échec\s+(?:de|du|des|lors|à)(?:\s+[^\s,;:]+){1,12})$/iu,
  /^(?:(?:interner|unbekannter|unerwarteter)?\s*fehler(?:\s+(?:beim|bei|während|im|in)(?:\s+[^\s,;:]+){1,10})?|ein\s+(?:\S+\s+)?fehler\s+ist\s+aufgetreten|(?:[^\s,;:]+\s+){1,8}(?:ist\s+)?fehlgeschlagen|(?:[^\s,;:]+\s+){0,6}konnten?\s+nicht(?:\s+[^\s,;:]+){1,6}\s+werden)$/iu,
  /^(?:errore\s+(?:interno|sconosciuto|imprevisto|durante|nel|nella|di)(?:\s+[^\s,;:]+){0,12}|impossibile(?:\s+[^\s,;:]+){1,12}|si\s+è\s+verificato\s+un\s+errore(?:\s+[^\s,;:]+){0,8})$/iu,
  /^(?:(?:внутренняя|неизвестная|непредвиденная)?\s*ошибка(?:\s+(?:при|во|в)(?:\s+[^\s,;:]+){1,10})?|(?:произошла|возникла)\s+ошибка(?:\s+[^\s,;:]+){0,8}|не\s+удалось(?:\s+[^\s,;:]+){1,12})$/iu,
];

/** "Try again later", and the like: no cause either. */
const RETRY =
  /[.!。！，,]\s*(?:(?:请(?:稍后|稍候)?(?:再试|重试|稍后再试)|請稍後再試|(?:しばらくしてから)?(?:もう一度|再度)|(?:잠시\s*후\s*)?다시\s*시도)[^.!。！，,]*(?:[，,][^.!。！，,]*){0,3}(?:[.!。！][\s.!。！]*)?|(?:(?:por\s+favor,?\s+)?(?:int[ée]nt[^\s.!。！，,]*|tente)|(?:veuillez\s+)?réessaye[rz]|(?:bitte\s+)?versuchen\s+sie|riprova|(?:пожалуйста,?\s+)?(?:попробуйте|повторите))[.!。！]*(?:\s+\S+){0,8}\s*)$/iu;

/** The message says in one of these languages that something failed, and nothing of the cause. */
export function isGenericElsewhere(message: string): boolean {
  const bare = message.replace(RETRY, "").replace(/^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu, "");
  return GENERIC.some((pattern) => pattern.test(bare));
}
