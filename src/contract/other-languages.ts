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
  /成功|성공|(?:失败|失敗|错误|錯誤|エラー|실패|오류)(?:数|數|率|コード|\s*[:：]?\s*(?:\d+|…)\s*(?:件|个|個|条|次|개|건))|thành\s+công|thất\s+bại\s*:\s*\d/iu;

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
