import { useLocale } from '../../platform/i18n.ts';
import { PageNotFound, useRoute } from '../../platform/route.ts';
import { useTextParam } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { guidePath, useGuide } from './developers.data.ts';
import { DevelopersFrame } from './developers-frame.tsx';
import { GuideText } from './guide-text.tsx';
import { GUIDES, type Guide } from './guides.ts';
import { readMarkdown } from './read-markdown.ts';
import { useWords } from './use-words.ts';
import css from './developers.module.css';

/** `/developers`, the first guide, and `/developers/{guide}`: in the language of the page, or with `?in=en` in English. */
export default function GuidePage() {
  const name = useTextParam('guide') || GUIDES[0];
  const guide = GUIDES.find((one) => one === name);
  const { path } = useRoute();
  if (!guide) throw new PageNotFound(path);
  return <GuideIn guide={guide} />;
}

function GuideIn({ guide }: { guide: Guide }) {
  const { t, own, is_english } = useWords();
  const locale = useLocale();
  const language = is_english ? 'en' : locale;
  const { data, error, again } = useGuide(guide, language);
  const page = `/developers/${guide}`;
  return (
    <DevelopersFrame here={guide} title={t(`guides.${guide}`)}>
      <p className={css.twins}>
        <AppLink href={is_english ? page : `${page}?in=en`} replace lang={is_english ? undefined : 'en'}>
          {is_english ? own('back') : 'In English'}
        </AppLink>
        <a href={guidePath(guide, language)}>Markdown</a>
      </p>
      {error ? (
        <ErrorState error={error} onRetry={again} />
      ) : (
        <div lang={language === 'kz' ? 'kk' : language}>
          {data && <GuideText blocks={readMarkdown(data)} />}
        </div>
      )}
    </DevelopersFrame>
  );
}
