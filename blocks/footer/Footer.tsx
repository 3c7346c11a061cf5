import type { ReactNode } from 'react';
import {
  Anchor,
  type BoundLink,
  type FooterProps,
  HiddenValue,
  Icon,
  type IconName,
  LanguageCodes,
  Link,
  type LocalizedText,
  plainText,
  Text,
  usePage,
} from '#engine/block-kit/index.ts';
import css from './Footer.module.css';

/** End of every page. `slim` keeps the legal links only. */
export function Footer(props: FooterProps): ReactNode {
  if (props.look === 'slim') {
    const heading = `${props.id}-legal`;
    return (
      <nav id={props.id} className={css.slim} aria-labelledby={heading}>
        <Text value={props.legal.title} as="h2" className="vh" id={heading} />
        {props.legal.links.map((link) => (
          <Link key={link.to.href} link={link} />
        ))}
        <ConsentAgain id={props.id} label={props.legal.consent} />
      </nav>
    );
  }
  const { id, strings, text, columns = [], legal, social = [], payment = [], delivery = [], closing } = props;
  return (
    <div id={id} className={`g ink ${css.foot}`}>
      <div className={css.columns}>
        <Brand text={text} />
        {columns.map((column, index) => (
          <Column key={index} id={`${id}-column-${index + 1}`} {...column} />
        ))}
        <Column id={`${id}-column-${columns.length + 1}`} title={legal.title} links={legal.links}>
          <ConsentAgain id={id} label={legal.consent} />
        </Column>
      </div>
      {[payment, delivery, social].some((marks) => marks.length > 0) && (
        <div className={css.marks}>
          <Marks title={strings.payment} marks={payment} />
          <Marks title={strings.delivery} marks={delivery} />
          {social.length > 0 && (
            <div className={css.follow}>
              <Text value={strings.follow} as="h2" className="eyebrow" id={`${id}-follow`} />
              <ul className={css.social} aria-labelledby={`${id}-follow`}>
                {social.map(({ name, icon, to }) => (
                  <li key={name}>
                    <Anchor to={to} aria-label={name}>
                      <Icon name={icon} />
                    </Anchor>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
      <div className={css.end}>
        <Languages title={strings.languages} />
        <End closing={closing} />
      </div>
    </div>
  );
}

function Brand({ text }: { readonly text: LocalizedText | undefined }): ReactNode {
  const { homeHref, siteName } = usePage();
  return (
    <div>
      <a className="wordmark" href={homeHref}>
        <Icon name="ring" />
        <span>{siteName}</span>
      </a>
      {text && <Text value={text} as="p" className={css.say} />}
    </div>
  );
}

function Languages({ title }: { readonly title: LocalizedText }): ReactNode {
  const { languages } = usePage();
  if (languages.length < 2) return null;
  return (
    <nav aria-label={plainText(title)}>
      <LanguageCodes className={css.languages} />
    </nav>
  );
}

interface ColumnProps {
  readonly id: string;
  readonly title: LocalizedText;
  readonly links: readonly BoundLink[];
  /** Content below the links. */
  readonly children?: ReactNode;
}

function Column({ id, title, links, children }: ColumnProps): ReactNode {
  return (
    <nav aria-labelledby={id}>
      <Text value={title} as="h2" className="eyebrow" id={id} />
      <ul className={css.list}>
        {links.map((link, index) => (
          <li key={index}>
            <Link link={link} />
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}

/** Opens the hidden consent card: the server redirects to it, and it shows the current choice. */
function ConsentAgain({ id, label }: { readonly id: string; readonly label: LocalizedText | undefined }): ReactNode {
  const { actionBase, facets } = usePage();
  const isAsked = (facets['consent'] ?? 'unknown') === 'unknown' && facets['webView'] !== 'yes';
  if (label === undefined || isAsked) return null;
  const form = `${id}-consent`;
  return (
    <form id={form} method="post" action={`${actionBase}consent`} className={css.again} data-consent="">
      <HiddenValue form={form} name="pageToken" value="token" />
      <button type="submit" id="consent-settings" name="choice" value="ask">
        <Text value={label} />
      </button>
    </form>
  );
}

function Marks({
  title,
  marks,
}: {
  readonly title: LocalizedText;
  readonly marks: readonly { readonly label: LocalizedText; readonly icon: IconName }[];
}): ReactNode {
  if (marks.length === 0) return null;
  return (
    <div>
      <Text value={title} as="h2" className="eyebrow" />
      <ul className={css.mark}>
        {marks.map(({ label, icon }, index) => (
          <li key={index}>
            <Icon name={icon} />
            <Text value={label} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function End({ closing }: { readonly closing: LocalizedText | undefined }): ReactNode {
  const { siteName } = usePage();
  return (
    <div className={css.closing}>
      <p>© {siteName}</p>
      {closing && <Text value={closing} as="p" />}
    </div>
  );
}
