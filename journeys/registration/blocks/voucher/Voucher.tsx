import type { ReactNode } from 'react';
import { cx, Hole, Icon, Link, Picture, Text, usePage, type VoucherProps } from '#engine/block-kit/index.ts';
import css from './Voucher.module.css';

/** The welcome voucher (S14, R15), with the visitor's own values, so that page, mail and account promise the same (S19). */
export function Voucher({ id, strings, image, eyebrow, title, text, action, note }: VoucherProps): ReactNode {
  const { facets, siteName } = usePage();
  const voucher = facets['voucher'] ?? 'none';
  return (
    <section id={id} className={css.voucher} aria-labelledby={`${id}-title`}>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={`${id}-title`} />
      <Text value={text} as="p" className="lead" />
      <div className={css.opened}>
        <div className={css.flap}>
          <Picture image={image} sizes="30rem" priority />
        </div>
        <svg className={css.edge} viewBox="0 0 480 184" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path d="M0 184 240 0l240 184" />
        </svg>
        <div className={css.sheet}>
          <p className={css.name}>
            <Icon name="ring" />
            <span>{siteName}</span>
          </p>
          {voucher === 'none' ? (
            <Text value={strings.byMail} as="p" className={css.terms} />
          ) : (
            <>
              <p>
                <span className={cx('figure', css.share)}>
                  <Hole name="voucherPercent" />
                </span>{' '}
                <Text value={strings.off} as="span" className={css.off} />
              </p>
              <p className={css.code}>
                <Text value={strings.code} as="span" className="eyebrow" />
                <code>
                  <Hole name="voucherCode" />
                </code>
              </p>
              <p className={css.terms}>
                <Text value={strings.until} />
                <br />
                <Text value={voucher === 'minimum-order' ? strings.minimum : strings.noMinimum} />
              </p>
            </>
          )}
        </div>
        <svg className={css.front} viewBox="0 0 480 190" aria-hidden="true" focusable="false">
          <path className={css.pocket} d="M0 0l216 96q24 11 48 0L480 0v190H0z" />
          <path d="M0 190l196-102M480 190L284 88" />
        </svg>
      </div>
      <div className="actions">
        <Link link={action} className="btn btn-primary" icon={<Icon name="arrow" />} />
      </div>
      {note && voucher !== 'none' && <Text value={note} as="p" className={cx('small muted', css.note)} />}
    </section>
  );
}
