"""calendar of Python 2.7, without its pictures of months and years."""

import datetime

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January = 1
February = 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
day_name = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
day_abbr = [name[:3] for name in day_name]
month_name = ['', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
month_abbr = [name[:3] for name in month_name]
EPOCH = 1970


class IllegalMonthError(ValueError):
    pass


class IllegalWeekdayError(ValueError):
    pass


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    return datetime.date(year, month, day).weekday()


def monthrange(year, month):
    if not 1 <= month <= 12:
        raise IllegalMonthError('bad month number ' + str(month) + '; must be 1-12')
    return weekday(year, month, 1), mdays[month] + (1 if month == 2 and isleap(year) else 0)


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - datetime.date(EPOCH, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second


class Calendar(object):
    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self.firstweekday

    def setfirstweekday(self, firstweekday):
        if not 0 <= firstweekday <= 6:
            raise IllegalWeekdayError('bad weekday number ' + str(firstweekday) + '; must be 0 (Monday) to 6 (Sunday)')
        self.firstweekday = firstweekday

    def iterweekdays(self):
        return iter([(self.firstweekday + i) % 7 for i in range(7)])

    def itermonthdays(self, year, month):
        return iter([day for week in self.monthdayscalendar(year, month) for day in week])

    def itermonthdates(self, year, month):
        first, _ = monthrange(year, month)
        start = datetime.date(year, month, 1) - datetime.timedelta(days=(first - self.firstweekday) % 7)
        count = 7 * len(self.monthdayscalendar(year, month))
        return iter([start + datetime.timedelta(days=i) for i in range(count)])

    def monthdayscalendar(self, year, month):
        first, size = monthrange(year, month)
        days = [0] * ((first - self.firstweekday) % 7) + list(range(1, size + 1))
        days = days + [0] * (-len(days) % 7)
        return [days[i:i + 7] for i in range(0, len(days), 7)]


_plain = Calendar()
firstweekday = _plain.getfirstweekday
setfirstweekday = _plain.setfirstweekday
monthcalendar = _plain.monthdayscalendar
