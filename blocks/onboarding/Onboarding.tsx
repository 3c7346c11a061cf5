import type { ReactNode } from 'react';
import { cx, Icon, Link, ListSection, type OnboardingProps, Picture, Text, titleId } from '#engine/block-kit/index.ts';
import css from './Onboarding.module.css';

type Panel = OnboardingProps['panels'][number];

/** Steps (S9): a carousel of panels, panels beside a form (`rooms`), or a short list. */
export function Onboarding({ id, look, eyebrow, title, text, ground, panels }: OnboardingProps): ReactNode {
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={2} ground={ground} head={css.head} className={css[look]}>
      {look === 'short' ? (
        <ol className={css.lines}>
          {panels.map((panel, index) => (
            <li key={index} className={css.line}>
              <span className={cx('head', css.number)} aria-hidden="true">
                {index + 1}.
              </span>
              <PanelText panel={panel} />
            </li>
          ))}
        </ol>
      ) : (
        <ol className={css.panels} tabIndex={0} aria-labelledby={titleId(id)}>
          {panels.map((panel, index) => (
            <li key={index} className={css.panel}>
              {panel.image && (
                <div className={css.satin}>
                  <Picture image={panel.image} sizes="(min-width: 68rem) 58rem, 86vw" />
                  {panel.icon && <Icon name={panel.icon} className={css[panel.tone]} />}
                </div>
              )}
              <div className={css.sheet}>
                <p className={cx('eyebrow', css.count)} aria-hidden="true">
                  {index + 1} / {panels.length}
                </p>
                <PanelText panel={panel} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </ListSection>
  );
}

function PanelText({ panel }: { readonly panel: Panel }): ReactNode {
  return (
    <div className={css.words}>
      <Text value={panel.title} as="h3" className="head" />
      <Text value={panel.text} as="p" className="muted" />
      {panel.points && (
        <ul className={css.points}>
          {panel.points.map((point, index) => (
            <Text key={index} value={point} as="li" />
          ))}
        </ul>
      )}
      {panel.action && <Link link={panel.action} className="btn btn-primary" icon={<Icon name="arrow" />} />}
    </div>
  );
}
