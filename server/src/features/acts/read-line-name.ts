import { LINE_NAMES, type LineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { foldText } from '../../platform/read-typed.ts';

/** How tables call the kinds of a line beside their names, in the form of `foldText`. */
const WORDS: Record<LineName, string> = {
  work: 'работы|услуга|услуги|начисление|начислено|основное|кызмет|кызметтер|жумыстар|есептеу',
  bonus: 'премия|надбавка|доплата|поощрение|сыйлыкакы|сыйакы|бонустар|бонусы|косымша акы',
  deduction: 'вычет|удержание|удержано|штраф|неустойка|скидка|минус|шегерим|устап калу|айыппул',
  expense:
    'возмещение|возмещение расхода|компенсация|компенсация расходов|расход|расходы|затраты|отем|отемакы|шыгын|шыгыс|шыгыстар|шыгындарды отеу',
  taxed_expense: 'возмещение с налогами|облагаемое возмещение',
};

const NAMES = new Map<string, LineName>(
  LINE_NAMES.flatMap((name) =>
    [name, ru.line_kind[name], kz.line_kind[name], ...WORDS[name].split('|')].map((word) => [
      foldText(word),
      name,
    ]),
  ),
);

/** What a line is for, by any word of it; undefined for one that is not known. */
export function readLineName(text: string | undefined): LineName | undefined {
  return text === undefined ? undefined : NAMES.get(foldText(text).replace(/\.$/, ''));
}
